import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import { createScenario, revealSource, scenarioPath, type Template } from '../../stores/open-scenario.ts';
import { useStores, useCommand } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './new-scenario.module.css';

const TEMPLATES: Readonly<Record<Template, string>> = {
  blank: 'A question: the user asks, the agent answers',
  mail: 'A mail comes in, and the agent answers it',
  calendar: 'A meeting to plan, beside one that must stay',
};

/** Asks for the name of a new scenario and what it begins with. */
export function NewScenario(): JSX.Element | null {
  const stores = useStores();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<Template>('blank');
  const view = useStore(stores.workspace, (state) => state.view);
  useCommand('scenario.new', () => {
    setName('');
    setOpen(true);
  });
  if (!open) return null;
  const path = scenarioPath(name);
  const taken = view?.scenarios.some((scenario) => scenario.path === path) === true;
  const close = (): void => {
    setOpen(false);
  };
  return (
    <Dialog label="New scenario" className={styles.scenario} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void createScenario(stores, path, template).then((made) => {
            if (!made) return;
            close();
            void revealSource(stores, { file: path, line: 1, column: 1 });
          });
        }}
      >
        <h2>New scenario</h2>
        <label className={styles.name}>
          <span>Name</span>
          <input
            autoFocus
            placeholder="my-scenario"
            spellCheck={false}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </label>
        <fieldset>
          <legend>It begins with</legend>
          {Object.entries(TEMPLATES).map(([id, words]) => (
            <label key={id}>
              <input
                type="radio"
                name="template"
                checked={template === id}
                onChange={() => {
                  setTemplate(id as Template);
                }}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <footer>
          <span role="status">{taken ? `${path} is there already` : ''}</span>
          <Button label="Cancel" onClick={close} />
          <Button type="submit" tone="primary" label="Create" disabled={name.trim() === '' || taken} />
        </footer>
      </form>
    </Dialog>
  );
}
