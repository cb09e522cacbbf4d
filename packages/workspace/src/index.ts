export { sampleCollectionName, sampleWorkspace } from './sample-workspace.ts'
