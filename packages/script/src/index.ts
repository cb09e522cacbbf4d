/// <reference path="../web-assembly.d.ts" />
export { PacFiles } from './pac/pac-files.ts'
export { ScriptPool, type ScriptPoolOptions } from './pool/script-pool.ts'
export { createRunSession, type RunSessionOptions } from './runner/create-run-session.ts'
export { createScriptRunner, type ScriptRunnerOptions } from './runner/create-script-runner.ts'
export type { ResponseBodies } from './runner/response-bodies.ts'
export { SessionValues, type SettingRow } from './runner/session-values.ts'
export { defaultScriptBudget, type ScriptBudget } from './sandbox/script-clock.ts'
export type { ConsoleLine } from './sandbox/worker-protocol.ts'
