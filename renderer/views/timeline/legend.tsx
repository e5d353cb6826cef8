import { Download, Shapes } from 'lucide-react';
import type { JSX } from 'react';
import { Button } from '../../ui/button.tsx';
import { KIND_WORDS } from '../../ui/format/words.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { SIGN_SHAPES, signTone } from './draw/draw-ground.ts';
import { KINDS } from './layout/lanes.ts';
import { SIGN_WORDS, type SignKind } from './layout/signs.ts';
import styles from './legend.module.css';

interface LegendProps {
  /** The lanes that the shown run can have; empty without a run. */
  readonly lanes: readonly { readonly group: string; readonly name: string }[];
  /** Groups whose lanes are hidden. */
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
  /** Saves the timeline as an image; `undefined` while there is none. */
  readonly onSave: (() => void) | undefined;
}

/** A popover with the lanes to show and the meaning of the shapes. */
export const Legend = ({ lanes, hidden, onHide, onSave }: LegendProps): JSX.Element => (
  <Popover
    label="Lanes and legend"
    className={styles.legend}
    trigger={<Button bare icon={Shapes} label="Lanes and legend" />}
  >
    {lanes.length === 0 ? null : (
      <>
        <h2>Lanes</h2>
        <ul>
          {lanes.map(({ group, name }) => (
            <li key={group}>
              <label>
                <input
                  type="checkbox"
                  checked={!hidden.includes(group)}
                  onChange={({ target: { checked } }) => {
                    onHide(checked ? hidden.filter((one) => one !== group) : [...hidden, group]);
                  }}
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
      </>
    )}
    <h2>Events</h2>
    <ul>
      {KINDS.map((kind) => (
        <li key={kind}>
          <KindMark kind={kind} /> {KIND_WORDS[kind]}
        </li>
      ))}
      <li>
        <KindMark kind="agent" idle /> Skipped
      </li>
      <li>
        <i className={styles.span} /> Duration of a call
      </li>
      <li>
        <i className={styles.wait} /> Waiting checks
      </li>
      <li>
        <i className={styles.heap} /> Many entries
      </li>
    </ul>
    <h2>Marks</h2>
    <ul>
      {(Object.keys(SIGN_SHAPES) as SignKind[]).map((sign) => (
        <li key={sign}>
          <svg className={styles[signTone(sign)]} viewBox="-6 -6 12 12" aria-hidden>
            <path d={SIGN_SHAPES[sign]} fillRule="evenodd" />
          </svg>{' '}
          {SIGN_WORDS[sign]}
        </li>
      ))}
    </ul>
    {onSave === undefined ? null : (
      <Button className={styles.save} icon={Download} label="Save as PNG…" onClick={onSave} />
    )}
  </Popover>
);
