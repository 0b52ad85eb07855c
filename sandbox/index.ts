/** Exports everything that `server/load-sandbox.ts` adds to a sandbox shop. */
export {
  createDemoImageGenerator as ensureDemoPictures,
  readDemoImageHashes as demoPictureHashes,
} from './demo/demo-images.ts';
export { seedDemoGroup, seedDemoShop } from './demo/demo-seed.ts';
export { demoShoppers } from './demo/demo-shoppers.ts';
export { mountPaymentSandbox } from './mount-sandbox.ts';
