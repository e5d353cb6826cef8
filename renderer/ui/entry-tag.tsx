import { OTHER_QUESTION } from './format/words.ts';
import styles from './entry-tag.module.css';

// Created once, because React skips identical elements: a jump of the playhead redraws all rows.

/** Marks an entry of the scenario's oracle. */
export const ORACLE_TAG = <span className={styles.tag}>oracle</span>;

/** Marks a call that a branch repeats although the agent was asked something else. */
export const REPEATED_TAG = (
  <span className={styles.tag} title={OTHER_QUESTION}>
    repeated
  </span>
);
