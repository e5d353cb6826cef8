export { ReadOnlyBanner, TrustBanner } from './banners.tsx';
export { Explorer } from './explorer.tsx';
export { NewScenario } from './new-scenario.tsx';
export { Welcome } from './welcome.tsx';
