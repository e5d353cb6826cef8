import type { JSX } from 'react';
import { useStore } from 'zustand';
import {
  cancelTest,
  chooseWire,
  closeModels,
  editModel,
  modelIn,
  modelLabel,
  openModels,
  pickModelFile,
  removeModel,
  saveModel,
  testModel,
  typeModel,
} from '../../stores/models.ts';
import { useCommand, usePrompts, useStores } from '../../stores/use-stores.ts';
import { ModelsView } from './models.tsx';

/** The dialog with the models that can play the agent. */
export function Models(): JSX.Element | null {
  const stores = useStores();
  const { models } = stores;
  const { list, open, draft, tested } = useStore(models);
  const prompts = usePrompts();
  useCommand('models.open', () => {
    openModels(stores);
  });
  if (!open) return null;
  const problem = modelIn(draft);
  return (
    <ModelsView
      labels={list.map(modelLabel)}
      {...{ draft, tested, prompts }}
      problem={typeof problem === 'string' ? problem : undefined}
      actions={{
        onEdit: (nth) => {
          editModel(models, nth);
        },
        onType: (typed) => {
          typeModel(models, typed);
        },
        onWire: (wire) => {
          chooseWire(models, wire);
        },
        onPickFile: () => void pickModelFile(stores),
        onTest: () => void testModel(stores),
        onCancelTest: () => {
          cancelTest(stores);
        },
        onSave: async () => {
          if (await saveModel(stores)) closeModels(stores);
        },
        onRemove: () => void removeModel(stores),
        onClose: () => {
          closeModels(stores);
        },
      }}
    />
  );
}
