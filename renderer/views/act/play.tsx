import { SendHorizontal, UserRound } from 'lucide-react';
import { type JSX, useState } from 'react';
import type { RunId } from '../../../engine/model/index.ts';
import bannerStyles from '../../ui/banner.module.css';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/messages.tsx';
import styles from './write-to-agent.module.css';

interface PlayBannerViewProps {
  readonly run: RunId;
  /** Whether the run is active. */
  readonly active: boolean;
  /** Whether there are actions to save. */
  readonly acted: boolean;
  readonly onCall: () => void;
  readonly onSave: () => void;
  readonly onEnd: () => void;
}

/** Tells the person that they are the user, and offers their actions. */
export function PlayBannerView({
  run,
  active,
  acted,
  onCall,
  onSave,
  onEnd,
}: PlayBannerViewProps): JSX.Element {
  return (
    <Banner icon={UserRound} tone="live" label="You are the user">
      <strong>{active ? 'You are the user' : 'You were the user'}</strong>
      <span className={bannerStyles.words}>
        {active
          ? `Write to the agent or call tools. ${run} pauses for you when nothing is due.`
          : acted
            ? `Save your actions in ${run} as events of a new scenario version.`
            : `You did nothing in ${run}, so there is nothing to save.`}
      </span>
      {active ? <Button label="Call a tool…" onClick={onCall} /> : null}
      {acted ? <Button label="Save as next version" onClick={onSave} /> : null}
      {active ? <Button label="Stop run" onClick={onEnd} /> : null}
    </Banner>
  );
}

/** The name of the form to write to the agent. */
export const WRITE_FORM_LABEL = 'Write to the agent';

interface MessageFormViewProps {
  /** Returns whether the message was sent. */
  readonly onSend: (text: string) => Promise<boolean>;
}

/** A form to write to the agent. A message that was not sent stays in the field. */
export function MessageFormView({ onSend }: MessageFormViewProps): JSX.Element {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);

  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    if (await onSend(text)) setText('');
    setBusy(false);
  };
  return (
    <form
      className={styles.toAgent}
      aria-label={WRITE_FORM_LABEL}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        rows={1}
        aria-label="Message"
        placeholder={WRITE_FORM_LABEL}
        title="Enter sends, Shift+Enter adds a line"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <Button type="submit" icon={SendHorizontal} label="Send" disabled={busy || text.trim() === ''} />
    </form>
  );
}
