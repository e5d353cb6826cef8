/** Exports nothing: it hangs itself on `window`. */
declare module 'simjs';
