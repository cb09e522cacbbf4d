export { cacheFolder } from './cache-folder.ts'
export {
  becauseOf,
  describedFileErrors,
  describeFileError,
  describeRefusal,
  type FileErrorDescription,
  failureCodeOf,
  nextStepFor,
} from './describe-file-error.ts'
export { whileLocked } from './file-lock.ts'
export {
  type FilePlace,
  isVisibleBelow,
  misplacedPath,
  namesBelow,
  pathInPlace,
  placeInWorkspace,
} from './file-place.ts'
export {
  errorCodeOf,
  type FileAccess,
  type FileHead,
  type FileInfo,
  type FileKind,
  type FileSystem,
  type FolderEntry,
  type FolderWatch,
  type OpenFile,
} from './file-system.ts'
export { type FilesAtOnce, nodeFilesAtOnce } from './files-at-once.ts'
export { homeFolder } from './home-folder.ts'
export { isProcessRunning } from './is-process-running.ts'
export { isTakenError, moveToNew } from './move-to-new.ts'
export { nodeFiles } from './node-files.ts'
export { numberedName } from './numbered-name.ts'
export { OneAfterTheOther } from './one-after-the-other.ts'
export { keepFolderPrivate, keepTreePrivate, privateFiles } from './private-files.ts'
export {
  isLeftBehind,
  isMarkedRunning,
  type MarkedProcess,
  markedProcess,
  processMark,
} from './process-mark.ts'
export { removeTree } from './remove-tree.ts'
export { renamePatiently } from './rename-patiently.ts'
export { SpooledFile } from './spooled-file.ts'
export { sweepFolder, sweepTemporaryFiles } from './sweep-temporary-files.ts'
export { temporaryFileName, temporaryFileOwner } from './temporary-file-name.ts'
export {
  KillableThread,
  type KillableThreadOptions,
  type ThreadCaps,
  type ThreadOutcome,
} from './threads/killable-thread.ts'
export { unreachableHeapMb, watchHeap } from './threads/watch-heap.ts'
export {
  type AtomicWriteOptions,
  privateFileMode,
  privateFolderMode,
  writeFileAtomically,
} from './write-file-atomically.ts'
