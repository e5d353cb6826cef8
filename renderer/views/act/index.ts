export { MessageForm } from './message-form.tsx';
export { PlayBanner } from './play-banner.tsx';
export { ToolCallDialog } from './tool-call-dialog.tsx';
