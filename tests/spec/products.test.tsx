// @vitest-environment happy-dom
import { registerPhoneForFile } from '../support/phone.tsx';
import { homeCards } from './products/home-cards.ts';
import { homeStates } from './products/home-states.ts';
import { imageStates } from './products/image-states.tsx';
import { shopCalls } from './products/shop-calls.ts';
import { shopEntities } from './products/shop-entities.ts';
import { shopFailures } from './products/shop-failures.tsx';

const phone = registerPhoneForFile();

// The first page of a list has 24 products, so tests that look for their own product there run before those that add
// many.
imageStates();
shopCalls(phone);
shopEntities(phone);
homeCards(phone);
homeStates(phone);
shopFailures(phone);
