/** Where small things outlive the window: the part of `localStorage` we need. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>;
