import type { LoadShape } from '../load-shape.ts'
import type { LoadPlan } from '../plan/load-plan.ts'
import { filesOf } from '../plan/used-names.ts'

/** The part of the README about k6. */
export function k6Readme(plan: LoadPlan, { iterations, requestsPerSecond }: LoadShape): string {
  const secrets = plan.secrets.map(({ variable }) => ` -e ${variable}="$${variable}"`).join('')
  const parts =
    iterations === null && requestsPerSecond === null ? '' : ' It divides the rate and the rounds.'
  const files =
    filesOf(plan).length === 0
      ? ''
      : ' A config map has no folders: for the files in `files`, use a volume (`volumeClaim`) instead.'
  const create =
    plan.secrets.length === 0
      ? ''
      : `kubectl create secret generic load-test-secrets ${plan.secrets.map(({ variable }) => `--from-literal=${variable}="$${variable}"`).join(' ')}\n`
  const data =
    plan.data === null
      ? ''
      : '\n\nEach round takes the next row of `data.csv`, and begins again after the last one.'
  return `## Run it

Parley's tests check this script against the types of k6 and run it with a small replacement of k6, not with k6 itself.

\`\`\`sh
k6 run${secrets} script.js
\`\`\`

On several machines, the k6 operator for Kubernetes runs \`testrun.yml\`.${parts}${files}

\`\`\`sh
kubectl create configmap load-test --from-file=.
${create}kubectl apply -f testrun.yml
\`\`\`

The exit code is 99 if a threshold is not met. The metric \`errors\` counts requests that failed, also by one of their checks; the
figures of each request have its name.${data}

Each user needs a file descriptor and a port: for more than 1,000 users raise \`ulimit -n\`, and use several machines for more than
20,000.`
}
