import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { PATH_PARAMETER_LENGTH_MAX, PRODUCTS_PER_PAGE } from '#contract/limits.ts';
import type { PageDataSource } from '#contract/page.ts';
import { createAlarmService } from './alarms/alarms.ts';
import { readExpectedDatabaseSchema } from './db/schema/schema.ts';
import {
  registerAccountRoutes,
  registerCredentialsRoutes,
  registerProfileRoutes,
} from './features/auth/account/account-routes.ts';
import { createAccountServiceDepsFactory } from './features/auth/account-deps.ts';
import { createPasswordHasher } from './features/auth/password-hashing.ts';
import { registerRecoveryRoutes } from './features/auth/recovery/recovery-routes.ts';
import { registerSessionListRoutes, registerSignInRoutes } from './features/auth/sessions/session-routes.ts';
import { registerCartRoutes } from './features/cart/cart-routes.ts';
import { createCartService } from './features/cart/cart-service.ts';
import { cartProductsSubquery } from './features/catalogue/cart-products.ts';
import { registerCatalogueRoutes } from './features/catalogue/catalogue-routes.ts';
import { createCatalogueService } from './features/catalogue/catalogue-service.ts';
import type { ImageFileSource } from './features/catalogue/images/image-files.ts';
import { PRODUCT_SHUFFLE_INTERVAL_MS } from './features/catalogue/product-list.ts';
import { findProductSlugsOnSale } from './features/catalogue/product-repository.ts';
import { findActiveCentres } from './features/fulfilment/centre-repository.ts';
import { registerCentreRoutes, registerReceiptRoutes } from './features/fulfilment/fulfilment-routes.ts';
import { registerGroupRoutes, registerProductAlertRoutes } from './features/groups/group-routes.ts';
import { createGroupsService } from './features/groups/groups-service.ts';
import { createGroupProgressCache } from './features/groups/progress-cache.ts';
import {
  registerNotificationRoutes,
  registerPushRoutes,
} from './features/notifications/notification-routes.ts';
import { createOrderFailedAlarmCallback } from './features/payments/payment-alarms.ts';
import { registerPaymentRoutes } from './features/payments/payments-routes.ts';
import { registerReferralRoutes } from './features/referral/referral-routes.ts';
import { createReferralService } from './features/referral/referral-service.ts';
import { registerReviewRoutes } from './features/reviews/review-routes.ts';
import { readProductReviews } from './features/reviews/review-service.ts';
import { walletBalanceSubquery } from './features/wallet/wallet-repository.ts';
import { registerWalletRoutes } from './features/wallet/wallet-routes.ts';
import { readWalletBalance } from './features/wallet/wallet-service.ts';
import { getProductImageFolders, registerGroupPreviewImageRoutes } from './group-preview-images.ts';
import { DomainError, registerErrorHandler, sendErrorReply } from './http/errors/error-handler.ts';
import { malformedRequestFastifyOptions } from './http/errors/malformed-requests.ts';
import { REFUSAL_MESSAGE_SCHEMA_KEYWORD } from './http/errors/validation-errors.ts';
import { registerHealthRoutes } from './http/health.ts';
import { registerOpenApi, registerOpenApiRoute } from './http/openapi.ts';
import { registerCompression } from './http/pages/compression.ts';
import { registerCrawlerRoutes } from './http/pages/crawlers.ts';
import { readAppShellCspHashes, registerPageRoutes } from './http/pages/page.ts';
import { registerStaticFiles } from './http/pages/static-files.ts';
import { registerWebManifestRoute } from './http/pages/web-manifest.ts';
import { acceptJsonOnly, BODY_LIMIT_BYTES } from './http/request-bodies.ts';
import { lazySchemaCompilers, SKIP_STORABLE_TEXT_CHECK_KEYWORD } from './http/schema-compilers.ts';
import { buildContentSecurityPolicy, registerSecurityHeaders } from './http/security-headers.ts';
import { decorateSharedServices } from './http/shared-services.ts';
import { registerShutdownHooks } from './http/stopping.ts';
import { findProjectFolder } from './lib/project-folder.ts';
import { loadPaymentSandboxModule } from './load-sandbox.ts';
import { buildLoggerOptions, registerRequestLog } from './log/log.ts';
import type { MetricsRegistry } from './metrics/metrics.ts';
import { registerMetricsRoute, registerRequestCounter } from './metrics/metrics-route.ts';
import type { OpsDeps } from './ops/action.ts';
import { registerConsolePages } from './ops/console/console-pages.ts';
import { registerConsoleRoutes } from './ops/console/console-routes.ts';
import { limitProviderLookups } from './provider/limit-lookups.ts';

export interface AppDeps extends OpsDeps {
  /**
   * @returns true while the database is unreachable. When this function is omitted, the database counts as reachable.
   */
  isDatabaseAway?: () => boolean;
  /** Metrics registry. Without it there is no `/metrics`. */
  metrics?: MetricsRegistry;
}

/** Builds the whole web server. `main.ts` lets it listen and starts the jobs. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const sandbox = deps.config.sandbox.isOn ? await loadPaymentSandboxModule() : undefined;
  const clientFolder = join(findProjectFolder(), 'dist', 'client');
  const app = createServer(deps);
  const compressAhead = await registerPlumbing(app, deps, clientFolder);
  const images = getProductImageFolders(deps, sandbox);
  const reads = registerFeatures(app, deps, images);
  // The sandbox is part of this server, but the shop calls it over HTTP, like the real card provider.
  await sandbox?.mountPaymentSandbox(app, deps);
  // A public shop does not serve its API description; developers read docs/api.md.
  if (sandbox) registerOpenApiRoute(app);
  await registerFiles(app, deps, clientFolder, images);
  await registerConsolePages(app, join(findProjectFolder(), 'dist', 'ops'));
  await registerPageRoutes(
    app,
    { clientFolder, rendererFile: join(findProjectFolder(), 'dist', 'server', 'entry-server.js') },
    reads,
    {
      isDatabaseKnownUnreachable: deps.isDatabaseAway ?? (() => false),
      publicUrl: deps.config.publicUrl,
      policyOf: (hashes) => buildContentSecurityPolicy(deps.config, deps.provider.cardPages, hashes),
      homePeriodMs: PRODUCT_SHUFFLE_INTERVAL_MS,
      compressAhead,
    },
  );
  app.setNotFoundHandler((request, reply) => sendErrorReply(request, reply, new DomainError('not_found')));
  return app;
}

/** Registers what every route needs: errors, limits, sessions, headers. */
async function registerPlumbing(app: FastifyInstance, deps: AppDeps, clientFolder: string) {
  await decorateSharedServices(app, deps);
  registerErrorHandler(app);
  registerShutdownHooks(app);
  registerSecurityHeaders(app, deps, readAppShellCspHashes(clientFolder));
  const compressAhead = registerCompression(app);
  acceptJsonOnly(app);
  registerRequestLog(app);
  if (deps.metrics) registerRequestCounter(app, deps.metrics);
  await app.register(cookie);
  await registerOpenApi(app, deps.config.brandName);
  return compressAhead;
}

/** Registers the features and the operators' API. @returns the functions with which rendered pages read their data. */
function registerFeatures(app: FastifyInstance, deps: AppDeps, images: ImageFileSource): PageDataSource {
  const { config } = deps;
  const { sharedServices } = app;
  const hasher = createPasswordHasher();
  const accountDeps = createAccountServiceDepsFactory(sharedServices, hasher);
  const catalogue = createCatalogueService(deps);
  const referral = createReferralService(config.publicUrl);
  const carts = createCartService({ products: cartProductsSubquery, balance: walletBalanceSubquery });
  registerSignInRoutes(app, sharedServices, accountDeps);
  registerSessionListRoutes(app, sharedServices, accountDeps);
  registerRecoveryRoutes(app, accountDeps);
  registerCredentialsRoutes(app, accountDeps);
  registerProfileRoutes(app, sharedServices);
  registerAccountRoutes(app, sharedServices, accountDeps);
  registerCatalogueRoutes(app, deps, catalogue);
  registerCentreRoutes(app, sharedServices);
  registerReceiptRoutes(app, sharedServices);
  registerReviewRoutes(app, sharedServices);
  const groups = createGroupsService({
    // The duration of a group is read at each use, because an operator may change it while the shop runs.
    windowHours: () => config.groupWindowHours,
    cart: carts,
    now: () => deps.clock.now(),
  });
  const readProgress = createGroupProgressCache((productId) => groups.progress(deps.db, productId));
  const readInvitation = registerGroupPreviewImageRoutes(app, deps, { groups, catalogue, images });
  registerProductAlertRoutes(app, sharedServices);
  registerGroupRoutes(app, sharedServices, groups, { progress: readProgress, invitation: readInvitation });
  registerCartRoutes(app, sharedServices, carts);
  const alarms = createAlarmService(deps.db, app.log);
  registerPaymentRoutes(app, {
    ...deps,
    provider: limitProviderLookups(deps.provider),
    readCart: carts.priced,
    readBalance: readWalletBalance,
    publicUrl: config.publicUrl,
    get brandName() {
      return config.brandName;
    },
    get groupWindowHours() {
      return config.groupWindowHours;
    },
    rateLimitFactor: config.rateLimitFactor,
    alarms,
    onOrderFailed: createOrderFailedAlarmCallback(alarms),
  });
  registerWalletRoutes(app, sharedServices, referral.info);
  registerReferralRoutes(app, sharedServices, referral);
  registerNotificationRoutes(app, deps);
  registerPushRoutes(app, sharedServices);
  registerConsoleRoutes(app, deps, hasher);
  const firstPage = { page: 1, limit: PRODUCTS_PER_PAGE };
  return {
    config: catalogue.shopConfig,
    products: async (filter) => (await catalogue.listPage({ ...firstPage, filter })).reply,
    productBySlug: catalogue.productBySlug,
    groupProgress: readProgress,
    groupInvitation: readInvitation,
    pickupCentres: () => findActiveCentres(deps.db),
    productReviews: (productId) => readProductReviews(deps.db, productId),
  };
}

/** Registers the routes that are neither API calls nor pages. */
async function registerFiles(
  app: FastifyInstance,
  { config, db, metrics, ...deps }: AppDeps,
  clientFolder: string,
  { folders, ensure }: ImageFileSource,
): Promise<void> {
  registerHealthRoutes(app, { db, schema: await readExpectedDatabaseSchema() });
  if (metrics) registerMetricsRoute(app, { config, db, ...deps }, metrics);
  registerWebManifestRoute(app, config, clientFolder);
  registerCrawlerRoutes(app, config.publicUrl, (limit) => findProductSlugsOnSale(db, limit));
  await registerStaticFiles(app, { clientFolder, imageFolders: folders, ensurePicture: ensure });
}

/** Time limits for slow clients: the slowest accepted connection sends 64 kB in a minute. */
const patience = {
  requestTimeout: 60_000,
  connectionTimeout: 120_000,
  http: { connectionsCheckingInterval: 5_000 },
};

function createServer({ config }: AppDeps): FastifyInstance {
  return Fastify({
    logger: buildLoggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    ...patience,
    ...malformedRequestFastifyOptions,
    // At a stop the server closes idle keep-alive connections and lets running requests finish.
    forceCloseConnections: 'idle',
    // While the server stops, `registerShutdownHooks` refuses requests with the shop's message instead of Fastify's.
    return503OnClosing: false,
    // Request validation converts no types, so the text `true` is not accepted as a boolean. Text lengths count UTF-16
    // units.
    ajv: {
      customOptions: {
        // Without its own logger the validator would warn that the option `unicode` is deprecated, although it has no
        // replacement.
        ...{ verbose: true, coerceTypes: false, unicode: false, logger: false as const },
        keywords: [REFUSAL_MESSAGE_SCHEMA_KEYWORD, SKIP_STORABLE_TEXT_CHECK_KEYWORD],
      },
    },
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX },
    schemaController: { compilersFactory: lazySchemaCompilers },
  });
}
