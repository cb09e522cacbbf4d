export { isLoadEngineId, type LoadEngineId, loadEngines } from './load-engines.ts'
export { type LoadEngine, loadFolder } from './load-folder.ts'
export { untranslatedWords } from './load-readme.ts'
export type { LoadFigure, LoadFile, LoadShape, LoadThreshold } from './load-shape.ts'
export { locustOptions } from './locust/locust-readme.ts'
export { hostsOf } from './plan/load-hosts.ts'
export type { LoadPlan, Untranslated } from './plan/load-plan.ts'
export { type LoadSource, planLoad } from './plan/plan-load.ts'
export { type KeptLoad, keptLoadOf } from './result/kept-load.ts'
export { type LoadPoint, LoadPoints } from './result/load-points.ts'
export { type LoadReportName, loadReports } from './result/load-reports.ts'
export {
  type EngineResult,
  type JudgedThreshold,
  type LoadError,
  type LoadFigures,
  type LoadResult,
  loadResultOf,
} from './result/load-result.ts'
export { readEngineResult } from './result/read-engine-result.ts'
export { positiveNumber, readThreshold } from './thresholds.ts'
