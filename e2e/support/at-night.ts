/**
 * The end of the title of a test that is one case of several: it has a tag if the case is not chosen, and only `npm run nightly`
 * runs it then.
 */
export const atNightUnless = (isChosen: boolean) => (isChosen ? '' : ' @nightly')
