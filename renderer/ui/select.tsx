import { Select as Primitive } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { JSX, Ref } from 'react';
import clsx from 'clsx';
import { legible } from '../../engine/model/index.ts';
import listStyles from './overlays/popup-list.module.css';
import styles from './select.module.css';

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
  /** Heading of its group; options of a group must be consecutive. */
  readonly group?: string;
}

interface SelectProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChoose: (value: Value) => void;
  /** Whether to omit the border, among buttons without borders. */
  readonly quiet?: boolean;
  /** Whether to show the label before the value if there is room. */
  readonly prefix?: boolean;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly id?: string | undefined;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly autoFocus?: boolean;
  readonly field?: Ref<HTMLButtonElement> | undefined;
}

/** A select field with a list below it: arrow keys, first letters, Enter and Escape. */
export function Select<Value extends string | number>({
  label,
  value,
  options: given,
  onChoose,
  quiet = false,
  prefix = false,
  className,
  title,
  id,
  invalid,
  describedBy,
  autoFocus,
  field,
}: SelectProps<Value>): JSX.Element {
  const options = given.map((option) => ({ ...option, label: legible(option.label) }));
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <Primitive.Root
      value={value}
      items={options}
      modal={false}
      onValueChange={(chosen) => {
        if (chosen !== null) onChoose(chosen);
      }}
    >
      <Primitive.Trigger
        ref={field}
        id={id}
        className={clsx(styles.trigger, quiet && styles.quiet, className)}
        aria-label={label}
        title={title ?? (quiet ? label : undefined)}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        autoFocus={autoFocus}
      >
        {prefix ? (
          <span className={styles.prefix} aria-hidden>
            {label}
          </span>
        ) : null}
        <Primitive.Value className={styles.value} />
        <ChevronDown aria-hidden />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Positioner
          className={listStyles.positioner}
          alignItemWithTrigger={false}
          sideOffset={4}
          collisionPadding={8}
        >
          <Primitive.Popup className={clsx(listStyles.popup, listStyles.options)}>
            <Primitive.List aria-label={label}>
              {groups.map((group) => (
                <Options
                  key={group ?? ''}
                  group={group}
                  options={options.filter((option) => option.group === group)}
                />
              ))}
            </Primitive.List>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface OptionsProps<Value> {
  readonly group: string | undefined;
  readonly options: readonly Option<Value>[];
}

function Options<Value extends string | number>({ group, options }: OptionsProps<Value>): JSX.Element {
  const items = options.map((option) => (
    <Primitive.Item
      key={option.value}
      className={listStyles.item}
      value={option.value}
      disabled={option.disabled ?? false}
    >
      <Primitive.ItemIndicator className={listStyles.tick} keepMounted>
        <Check aria-hidden />
      </Primitive.ItemIndicator>
      <Primitive.ItemText className={listStyles.label}>{option.label}</Primitive.ItemText>
    </Primitive.Item>
  ));
  if (group === undefined) return <>{items}</>;
  return (
    <Primitive.Group>
      <Primitive.GroupLabel className={listStyles.group}>{group}</Primitive.GroupLabel>
      {items}
    </Primitive.Group>
  );
}
