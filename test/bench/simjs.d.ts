/** Exports nothing: it adds itself to `window`. */
declare module 'simjs';
