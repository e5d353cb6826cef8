export { EntryLink, PlaceLink } from './links.tsx';
