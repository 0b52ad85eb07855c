import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GroupInvitationLink } from '#contract/rules/group/group-invitation.ts';
import type { GroupInvitation } from '#contract/schemas/group.ts';
import type { AppDeps } from './app.ts';
import type { Database } from './db/database.ts';
import type { CatalogueService } from './features/catalogue/catalogue-service.ts';
import { type ImageFileSource, readImageFile } from './features/catalogue/images/image-files.ts';
import type { GroupsService } from './features/groups/groups-service.ts';
import { createGroupPreviewImageCache } from './features/groups/preview/group-preview-image-cache.ts';
import {
  buildGroupPreviewContent,
  type GroupPreviewContent,
} from './features/groups/preview/preview-content.ts';
import {
  drawGroupPreviewImage,
  PREVIEW_PRODUCT_IMAGE_WIDTH_PX,
} from './features/groups/preview/preview-drawing.ts';
import { registerGroupPreviewRoutes } from './features/groups/preview/preview-routes.ts';
import { findProjectFolder } from './lib/project-folder.ts';
import type { loadPaymentSandboxModule } from './load-sandbox.ts';

/**
 * Lists the image folders in search order: imported images first, then the demo's, which are made when first requested.
 */
export function getProductImageFolders(
  { config: { dataDir } }: AppDeps,
  sandbox: Awaited<ReturnType<typeof loadPaymentSandboxModule>> | undefined,
): ImageFileSource {
  const imported = join(dataDir, 'pictures');
  const derived = join(findProjectFolder(), 'dist', 'pictures');
  return { folders: [imported, derived], ensure: sandbox?.ensureDemoPictures([derived, imported]) };
}

/** @returns a reader of a preview image's content; its result is null for an unknown group or a withdrawn product. */
export function createGroupPreviewContentReader(
  db: Database,
  groups: Pick<GroupsService, 'invitation'>,
  catalogue: Pick<CatalogueService, 'productById'>,
): (groupId: string) => Promise<GroupPreviewContent | null> {
  return async (groupId) => {
    const group = await groups.invitation(db, { groupId, referralCode: '' });
    const product = group && (await catalogue.productById(group.productId));
    return product && buildGroupPreviewContent(product, group);
  };
}

/**
 * Serves the preview images that chats show for invitations.
 * @returns the function that reads an invitation with its image's URL.
 */
export function registerGroupPreviewImageRoutes(
  app: FastifyInstance,
  deps: AppDeps,
  {
    groups,
    catalogue,
    images,
  }: { groups: GroupsService; catalogue: CatalogueService; images: ImageFileSource },
): (link: GroupInvitationLink) => Promise<GroupInvitation | null> {
  const { db, config } = deps;
  const previews = createGroupPreviewImageCache(
    createGroupPreviewContentReader(db, groups, catalogue),
    async (content) => {
      const image =
        content.image && (await readImageFile(images, content.image, PREVIEW_PRODUCT_IMAGE_WIDTH_PX));
      return drawGroupPreviewImage(content, { brandName: config.brandName, image });
    },
  );
  registerGroupPreviewRoutes(app, deps, previews);
  return async (link) => {
    const group = await groups.invitation(db, link);
    return group && { ...group, previewImage: await previews.path(group.groupId) };
  };
}
