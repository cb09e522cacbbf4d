/** The name of the app data's folder with the response bodies of the history and of runs. */
export const historyBodiesFolderName = 'history-bodies'
