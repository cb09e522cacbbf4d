import { keyName } from '../../components/key-names.ts'

/** How a URL of a response is opened. */
export const openUrlHint = `${keyName('Mod')}+click opens this URL in a new request tab`
