import { appName } from '../../../engine/model/values/ids.ts';
import { Recorder } from '../../../engine/state/journal.ts';

export interface Dish {
  name: string;
  price?: number;
  sides?: Dish[];
}

export interface Kitchen {
  dishes: Dish[];
  orders: Record<string, Dish>;
  open: boolean;
}

/** A kitchen with a menu, open, without orders. */
export const kitchen = (names: readonly string[] = ['soup', 'roast', 'tart']): Recorder<Kitchen> =>
  new Recorder(appName('kitchen'), { dishes: names.map((name) => ({ name })), orders: {}, open: true });

export const namesIn = ({ draft }: Recorder<Kitchen>): string[] => draft.dishes.map(({ name }) => name);
