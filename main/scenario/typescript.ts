import type ts from 'typescript';

/** The `typescript` package. It takes a quarter of a second to load, so whoever needs it asks when it does. */
export type TypeScript = typeof ts;

export const loadTypeScript = async (): Promise<TypeScript> => (await import('typescript')).default;
