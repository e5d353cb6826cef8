import type { JSX } from 'react';
import { TriangleAlert } from 'lucide-react';
import './message.css';

/** A calm word, in place, on what could not be done. */
export function Message({ text }: { readonly text: string }): JSX.Element {
  return (
    <p className="refusal" role="alert">
      <TriangleAlert aria-hidden />
      <span>{text}</span>
    </p>
  );
}
