import { sendUnderLoad } from './send-under-load.testkit.ts'

/** A program: `PORT HTTP-VERSION LANES REQUESTS-EACH`. It prints the failures, and must exit by itself. */
const [port, httpVersion, lanes, requestsEach] = process.argv.slice(2)
const load = { port: Number(port), lanes: Number(lanes), requestsEach: Number(requestsEach) }
const failures = await sendUnderLoad({ ...load, httpVersion: httpVersion === '2' ? '2' : '1.1' })
process.stdout.write(JSON.stringify(failures))
