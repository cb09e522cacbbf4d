import type { LoadShape } from '../load-shape.ts'
import type { LoadPlan } from '../plan/load-plan.ts'

/** Returns the options that give a test its shape. */
export function locustOptions({ users, rampSeconds, seconds, iterations }: LoadShape): readonly string[] {
  const perSecond = rampSeconds === 0 ? users : Math.max(0.1, Math.round((users / rampSeconds) * 100) / 100)
  return [
    ...['--headless', '--users', String(users), '--spawn-rate', String(perSecond)],
    // With a number of rounds the script ends the test itself.
    ...(iterations === null ? ['--run-time', `${rampSeconds + seconds}s`] : []),
    ...(rampSeconds === 0 ? [] : ['--reset-stats']),
  ]
}

/** The part of the README about Locust. */
export function locustReadme(plan: LoadPlan, shape: LoadShape): string {
  const options = locustOptions(shape).join(' ')
  const rounds =
    shape.iterations === null
      ? ''
      : '\n\nThe number of rounds holds for each process: on several machines divide it by the number of workers in `locustfile.py`, and end the master with Ctrl+C when the workers have ended.'
  const rate =
    shape.requestsPerSecond === null
      ? ''
      : '\n\nLocust only paces its users: if the server is too slow, they send less, and the response times are too low. At the end the script says which rate was asked for and reached.'
  const files =
    '\n\nEach user needs a file descriptor and a port: for more than 1,000 users raise `ulimit -n`, and use several machines for more than 20,000.'
  const data =
    plan.data === null
      ? ''
      : '\n\nEach round takes the next row of `data.csv`, and begins again after the last one.'
  return `## Run it

Locust needs Python. \`start.py\` starts it, also where its package has no version, as in Debian.

\`\`\`sh
pip install -r requirements.txt    # or: apt-get install python3-locust
python3 start.py -f locustfile.py ${options} --only-summary
\`\`\`

On several machines, one is the master and makes no load. Start it, then the workers:

\`\`\`sh
python3 start.py -f locustfile.py ${options} --only-summary --master --expect-workers 2
python3 start.py -f locustfile.py --worker --master-host MASTER
\`\`\`

\`--csv figures\` and \`--html report.html\` write the figures into files; without \`--headless\` there is a page.
The exit code is 0 if all thresholds are met; without thresholds it is 0 if no request failed.${rounds}${rate}${data}${files}`
}
