/** What a shop in the sandbox has beside a live one: the server takes it from here, by `server/load-sandbox.ts`. */
export { demoPictureHashes, ensureDemoPictures } from './demo/demo-pictures.ts';
export { seedDemoGroup, seedDemoShop } from './demo/demo-seed.ts';
export { demoShoppers } from './demo/demo-shoppers.ts';
export { mountSandbox } from './mount-sandbox.ts';
