export { MessageForm, PlayBanner, ToolCallDialog } from './act-container.tsx';
