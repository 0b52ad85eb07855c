import { addTestPickupCentre, addTestProduct } from '../../support/api-catalogue.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import type { Crowd } from './crowd.ts';
import type { Dice } from './dice.ts';

/** Products are sold in units of 5 and 1, priced by the unit and by the product. */
const UNITS = [
  [],
  [
    { name: 'sack', quantity: 5 },
    { name: 'cup', quantity: 1 },
  ],
  [
    { name: 'crate', quantity: 4 },
    { name: 'dozen', quantity: 2, customNaira: 900 },
  ],
  [],
  [{ name: 'keg', quantity: 3, customNaira: 1_400 }],
  [
    { name: 'carton', quantity: 10 },
    { name: 'pack', quantity: 1 },
    { name: 'box', quantity: 3 },
  ],
];

/** Twice as many shoppers as lanes: they meet often without only waiting for each other. */
const MEMBERS = 40;

/** Adds the goods, the centres and the first shoppers of a run, with money in every other wallet. */
export async function openFor(crowd: Crowd, dice: Dice): Promise<void> {
  const { db } = crowd.shop.deps;
  await addTestPickupCentre({ db }, 'LAG-IKJ', 'Ikeja');
  await addTestPickupCentre({ db }, 'LAG-YAB', 'Yaba');
  await addTestPickupCentre({ db }, 'LAG-LEK', 'Lekki');
  for (const [place, units] of UNITS.entries()) {
    const slug = `goods-${place}`;
    const id = await addTestProduct(
      { db },
      {
        ...{
          slug,
          title: `Goods ${place}`,
          priceNaira: 1_000,
          baseNaira: 1_200,
          minUnits: 3 + dice.below(10),
        },
        units: units.map((unit) => ({ ...unit, baseNaira: 1_500 })),
      },
    );
    // Every third product has a limit per person that is soon reached.
    if (place % 3 === 0) await db.query('UPDATE products SET max_units_per_person = 5 WHERE id = $1', [id]);
    crowd.products.push({ id, slug, units: units.map(({ name }) => name) });
  }
  for (let count = 0; count < MEMBERS; count += 1) {
    const member = await crowd.addMember(dice);
    if (count % 2 === 0) await adjustTestWallet({ db }, member.id, 100 * (10 + dice.below(200)));
  }
}
