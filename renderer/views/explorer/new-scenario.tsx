import { type JSX, useState } from 'react';
import { scenarioPath, type Template } from '../../stores/documents.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './new-scenario.module.css';

const TEMPLATES: Readonly<Record<Template, string>> = {
  blank: 'A question: the user asks, the agent answers',
  mail: 'An email arrives, the agent answers it',
  calendar: 'The agent plans a meeting without moving another',
};

interface NewScenarioViewProps {
  /** Paths of existing files. */
  readonly taken: ReadonlySet<string>;
  /** Creates the scenario, and opens it on success. */
  readonly onCreate: (path: string, template: Template) => void;
  readonly onClose: () => void;
}

/** Asks for the name and the template of a new scenario. */
export function NewScenarioView({ taken, onCreate, onClose }: NewScenarioViewProps): JSX.Element {
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<Template>('blank');
  const path = scenarioPath(name);
  return (
    <Dialog label="New scenario" className={styles.scenario} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onCreate(path, template);
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
          <legend>Template</legend>
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
          <span role="status">{taken.has(path) ? `${path} already exists` : ''}</span>
          <Button label="Cancel" onClick={onClose} />
          <Button
            type="submit"
            tone="primary"
            label="Create"
            disabled={name.trim() === '' || taken.has(path)}
          />
        </footer>
      </form>
    </Dialog>
  );
}
