declare const brand: unique symbol;

/** A `Base` that cannot be mistaken for another `Base`: only the function that mints it makes one. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
