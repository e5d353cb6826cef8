import type { Json } from '../../model/index.ts';
import {
  agentSessionTrajectories,
  isAgentSession,
  isOpenClawTelemetry,
  openClawTrajectories,
} from './agent-sessions.ts';
import { atifTrajectories, isAtif } from './atif.ts';
import { claudeChatsTrajectories, isClaudeChats } from './claude-chats.ts';
import { claudeCodeTrajectories, isClaudeCode } from './claude-code.ts';
import { clineTrajectories, isCline } from './cline.ts';
import { codexFolderTrajectories, codexTrajectories, isCodex } from './codex.ts';
import { EarlierParts } from './chat.ts';
import { chatGptTrajectories, isChatGpt } from './chatgpt.ts';
import { listOf } from './fields.ts';
import {
  gaia2FolderTrajectories,
  harborTrajectories,
  atifFolderTrajectories,
  claudeCodeFolderTrajectories,
  isAtifFolder,
  isClaudeCodeFolder,
  isCodexFolder,
  isGaia2Folder,
  isHarborTrial,
  isOpenHandsFolder,
  openHandsFolderTrajectories,
  type ReadAny,
} from './folders.ts';
import { gaia2EventsTrajectories, gaia2TraceTrajectories, isGaia2Events, isGaia2Trace } from './gaia2-cli.ts';
import { geminiCliTrajectories, isGeminiCli } from './gemini-cli.ts';
import { geminiCliOutputTrajectories, isGeminiCliOutput } from './gemini-cli-output.ts';
import { inspectTrajectories, isInspectLog } from './inspect.ts';
import { isLangfuse, langfuseTrajectories, whereObservationsAre } from './langfuse.ts';
import { isLangSmith, langSmithTrajectories } from './langsmith.ts';
import { isMessages, messagesTrajectories } from './messages.ts';
import { isMiniSweAgent, miniSweAgentTrajectories } from './mini-swe-agent.ts';
import {
  isOpenCode,
  isOpenCodeOutput,
  openCodeOutputTrajectories,
  openCodeTrajectories,
} from './opencode.ts';
import { isMlflow, mlflowTrajectories, whereMlflowSpansAre } from './mlflow.ts';
import { isOpenHands, openHandsTrajectories } from './openhands.ts';
import { isOpenTelemetry, openTelemetryTrajectories, whereSpansAre } from './open-telemetry.ts';
import { isSweAgent, sweAgentTrajectories } from './swe-agent.ts';
import { isTauBench, tauBenchTrajectories, whereSimulationsAre } from './tau-bench.ts';
import { whereOthersAre } from './other-files.ts';
import { isWeave, weaveTrajectories } from './weave.ts';
import type { Trajectory } from './trajectory.ts';

/** How the files of a tool are recognized and read. */
export interface Format {
  readonly name: string;
  /** Whether a document is a complete attempt or log, so that a list of documents is a list of these. */
  readonly isWhole?: boolean;
  readonly isOf: (document: Json) => boolean;
  readonly read: (document: Json, file: string, earlier: EarlierParts) => readonly Trajectory[];
}

/** The formats. The first match counts: formats that name themselves come before those recognized by a few fields. */
const FORMATS: readonly Format[] = [
  { name: 'gaia2-cli', isOf: isGaia2Folder, read: gaia2FolderTrajectories },
  {
    name: 'Harbor',
    isOf: isHarborTrial,
    read: (document, file) => harborTrajectories(document, file, readAny),
  },
  { name: 'OpenHands', isOf: isOpenHandsFolder, read: openHandsFolderTrajectories },
  { name: 'Claude Code', isOf: isClaudeCodeFolder, read: claudeCodeFolderTrajectories },
  { name: 'Codex', isOf: isCodexFolder, read: codexFolderTrajectories },
  { name: 'ATIF', isOf: isAtifFolder, read: atifFolderTrajectories },
  { name: 'Codex', isOf: isCodex, read: codexTrajectories },
  { name: 'Claude Code', isOf: isClaudeCode, read: claudeCodeTrajectories },
  { isWhole: true, name: 'Gemini CLI', isOf: isGeminiCli, read: geminiCliTrajectories },
  { name: 'Gemini CLI', isOf: isGeminiCliOutput, read: geminiCliOutputTrajectories },
  { name: 'OpenCode', isOf: isOpenCode, read: openCodeTrajectories },
  { name: 'OpenCode', isOf: isOpenCodeOutput, read: openCodeOutputTrajectories },
  { name: 'Claude', isOf: isClaudeChats, read: claudeChatsTrajectories },
  { name: 'ChatGPT', isOf: isChatGpt, read: chatGptTrajectories },
  { name: 'an agent session', isOf: isAgentSession, read: agentSessionTrajectories },
  { name: 'OpenClaw', isOf: isOpenClawTelemetry, read: openClawTrajectories },
  { name: 'gaia2-cli', isOf: isGaia2Events, read: gaia2EventsTrajectories },
  { name: 'gaia2-cli', isOf: isGaia2Trace, read: gaia2TraceTrajectories },
  { name: 'OpenHands', isOf: isOpenHands, read: openHandsTrajectories },
  { isWhole: true, name: 'mini-swe-agent', isOf: isMiniSweAgent, read: miniSweAgentTrajectories },
  { isWhole: true, name: 'SWE-agent', isOf: isSweAgent, read: sweAgentTrajectories },
  { isWhole: true, name: 'tau-bench', isOf: isTauBench, read: tauBenchTrajectories },
  { name: 'ATIF', isOf: isAtif, read: (document, file) => atifTrajectories(document, file) },
  { isWhole: true, name: 'Inspect', isOf: isInspectLog, read: inspectTrajectories },
  { name: 'MLflow', isOf: isMlflow, read: mlflowTrajectories },
  { name: 'OpenTelemetry', isOf: isOpenTelemetry, read: openTelemetryTrajectories },
  { name: 'Langfuse', isOf: isLangfuse, read: langfuseTrajectories },
  { name: 'LangSmith', isOf: isLangSmith, read: langSmithTrajectories },
  { name: 'Weave', isOf: isWeave, read: weaveTrajectories },
  { name: 'Cline', isOf: isCline, read: clineTrajectories },
  { name: 'messages', isOf: isMessages, read: messagesTrajectories },
];

export const UNKNOWN_FORMAT =
  'The format is not known: it is no trace of ARE, no portable file, and no trajectory of a tool in docs/trajectories.md.';

/** The format of a document; `undefined` if none matches. */
export const formatOf = (document: Json): Format | undefined => {
  for (const format of FORMATS) {
    const { isWhole = false, isOf } = format;
    if (isWhole && Array.isArray(document) && document.length > 0 && document.every((one: Json) => isOf(one)))
      return inList(format);
    if (isOf(document)) return format;
  }
  return undefined;
};

/** The trajectories in a document of any format; none if no format matches. */
const readAny: ReadAny = (document, file) =>
  formatOf(document)?.read(document, file, new EarlierParts()) ?? [];

/** Why a document that looks like one of a known tool has no attempt, and where its attempts are; `undefined` if that is not known. */
export const whereAttemptsAre = (document: Json): string | undefined =>
  whereSimulationsAre(document) ??
  whereObservationsAre(document) ??
  whereSpansAre(document) ??
  whereMlflowSpansAre(document) ??
  whereOthersAre(document);

/** The name of a document in a file of several. */
export const numbered = (file: string, nth: number): string => `${file.replace(/\.jsonl?$/i, '')} ${nth}`;

/** The format of a list of documents. Documents that only the file's name identifies are numbered. */
const inList = (format: Format): Format => ({
  ...format,
  read: (document, file, earlier) => {
    const all = listOf(document);
    return all.flatMap((one, index) =>
      format
        .read(
          one,
          all.length === 1 ? file : numbered(file, index + 1),
          all.length === 1 ? earlier : new EarlierParts(),
        )
        .map((trajectory) => ({ ...trajectory, parts: trajectory.parts ?? [one] })),
    );
  },
});
