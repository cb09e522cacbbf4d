/** The folder of the app data in which the response bodies of the history and of runs are. */
export const historyBodiesFolderName = 'history-bodies'
