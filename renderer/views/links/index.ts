export { WindowLinks } from './links-container.tsx';
export { EntryLink, PlaceLink, useNavigation } from './links.tsx';
