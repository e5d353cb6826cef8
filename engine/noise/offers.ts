import { offeringTools } from '../apps/apartments/offering.ts';
import type { Apartment, ListingState } from '../apps/apartments/state.ts';
import { stockingTools } from '../apps/shopping/stocking.ts';
import type { Item, ShopState } from '../apps/shopping/state.ts';
import type { JsonObject } from '../model/json.ts';
import { stateBehind, statesBehind, type Kind, type Step } from './story.ts';

const MOST_VARIANTS = 2;

/** Products with their variants and discounts that a shop begins to sell: those of the sources' shops. */
export const products: Kind = (app, sources) => {
  const tool = stockingTools.add_product;
  if (stateBehind(app, 'add_product', tool) === undefined) return undefined;
  const all = statesBehind<ShopState>(sources, 'add_product', tool).flatMap((shop) =>
    Object.values(shop.products).map((product) => ({ product, codes: shop.discount_codes })),
  );
  if (all.length === 0) return undefined;
  return (pick) => {
    const { product, codes } = pick(all);
    const variants = Object.values(product.variants).slice(0, MOST_VARIANTS);
    return (answer) => {
      const steps: Step[] = [{ tool: 'add_product', args: { name: product.name } }];
      for (const item of variants) {
        steps.push(variantOf(answer(0), item));
        const discount_code = Object.hasOwn(codes, item.item_id) ? codes[item.item_id] : undefined;
        if (discount_code === undefined) continue;
        const item_id = answer(steps.length - 1);
        steps.push({ tool: 'add_discount_code', args: { item_id, discount_code } });
      }
      return steps;
    };
  };
};

const variantOf = (product_id: string, { price, options, available }: Item): Step => ({
  tool: 'add_item_to_product',
  args: { product_id, price, options, available },
});

/** Flats that are put on offer: those of the sources' listings. */
export const flats: Kind = (app, sources) => {
  const tool = offeringTools.add_new_apartment;
  if (stateBehind(app, 'add_new_apartment', tool) === undefined) return undefined;
  const all = statesBehind<ListingState>(sources, 'add_new_apartment', tool).flatMap(({ apartments }) =>
    Object.values(apartments),
  );
  if (all.length === 0) return undefined;
  return (pick) => {
    const args = offerOf(pick(all));
    return () => [{ tool: 'add_new_apartment', args }];
  };
};

const offerOf = (flat: Apartment): JsonObject => ({
  name: flat.name,
  location: flat.location,
  zip_code: flat.zip_code,
  price: flat.price,
  number_of_bedrooms: flat.bedrooms,
  number_of_bathrooms: flat.bathrooms,
  square_footage: flat.square_footage,
  property_type: flat.property_type,
  furnished_status: flat.furnished_status,
  floor_level: flat.floor_level,
  pet_policy: flat.pet_policy,
  lease_term: flat.lease_term ?? '',
  amenities: flat.amenities,
});
