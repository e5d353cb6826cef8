export { Explorer, NewScenario, ReadOnlyBanner, TrustBanner, Welcome } from './explorer-container.tsx';
