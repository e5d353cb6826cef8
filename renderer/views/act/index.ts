export { WriteToAgent } from './message-form.tsx';
export { PlayBanner } from './play-banner.tsx';
export { ActDialog } from './tool-call-dialog.tsx';
