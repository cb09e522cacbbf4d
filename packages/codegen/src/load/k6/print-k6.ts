import { scriptString } from '@parley/model'
import { commentLines } from '../../code-text.ts'
import type { LoadFile, LoadShape, LoadThreshold } from '../load-shape.ts'
import type { LoadPlan, LoadRequest, LoadStep, LoadToken } from '../plan/load-plan.ts'
import { filesOf, tokensOf } from '../plan/used-names.ts'
import { k6Runtime } from './k6-runtime.ts'
import { scriptCapture, scriptCheck, scriptContent, scriptSet, scriptTemplate } from './script-literal.ts'

/** Prints the files of a load test for k6. Every text of a request becomes only a string in JavaScript (attacks UI8). */
export function printK6(plan: LoadPlan, shape: LoadShape): readonly LoadFile[] {
  return [
    { name: 'script.js', text: script(plan, shape) },
    { name: 'testrun.yml', text: testRun(plan) },
  ]
}

function script(plan: LoadPlan, shape: LoadShape): string {
  const { secrets, initialValues, data } = plan
  const pairs = (entries: readonly (readonly [string, string])[]) =>
    `Object.assign(Object.create(null), Object.fromEntries([${entries
      .map(([name, value]) => `[${scriptString(name)}, ${scriptString(value)}]`)
      .join(', ')}]))`
  const lines = [
    ...commentLines([`A load test of ${plan.name}, made by Parley. README.md says how to run it.`], '//'),
    "import { check, sleep } from 'k6'",
    "import { SharedArray } from 'k6/data'",
    "import encoding from 'k6/encoding'",
    "import exec from 'k6/execution'",
    "import http from 'k6/http'",
    "import { Rate } from 'k6/metrics'",
    '',
    ...optionLines(plan, shape),
    '',
    '// The names of secrets, and the environment variables that have their values.',
    `const secrets = ${pairs(secrets.map(({ name, variable }) => [name, variable]))}`,
    `const initial = ${pairs(initialValues.map(({ name, text }) => [name, text]))}`,
    '// Seconds to wait after each request, from and to.',
    `const thinkTime = [${shape.think.from}, ${shape.think.to}]`,
    `const files = Object.create(null)`,
    ...filesOf(plan).map(name => `files[${scriptString(name)}] = open(${scriptString(`./${name}`)}, 'b')`),
    data === null
      ? 'const rows = []'
      : "const rows = new SharedArray('data.csv', () => rowsOf(open('./data.csv')))",
    '',
    'for (const variable of Object.values(secrets))',
    "  if (__ENV[variable] === undefined) throw new Error('Set the environment variable ' + variable)",
    k6Runtime,
    'export default function () {',
    '  beginRound()',
    ...plan.steps.flatMap(step => stepLines(step, plan.tokens)),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

function optionLines(plan: LoadPlan, shape: LoadShape): readonly string[] {
  const thresholds = thresholdLines(shape.thresholds)
  return [
    'export const options = {',
    "  userAgent: 'Parley load test (k6)',",
    '  // Each user keeps its cookies.',
    '  noCookiesReset: true,',
    ...(thresholds.length === 0 ? [] : ['  thresholds: {', ...thresholds, '  },']),
    '  scenarios: {',
    ...warmUpLines(shape),
    `    load: { ${scenario(plan, shape)} },`,
    '  },',
    '}',
  ]
}

/** The users of the warm-up send the same requests, which are in no threshold. */
function warmUpLines({ users, rampSeconds }: LoadShape): readonly string[] {
  if (rampSeconds === 0) return []
  const stages = `stages: [{ duration: '${rampSeconds}s', target: ${users} }]`
  return [`    warmUp: { executor: 'ramping-vus', startVUs: 0, ${stages}, gracefulStop: '0s' },`]
}

function scenario({ steps }: LoadPlan, shape: LoadShape): string {
  const { users, requestsPerSecond, rampSeconds, seconds, iterations } = shape
  const start = rampSeconds === 0 ? '' : `, startTime: '${rampSeconds}s'`
  const duration = `duration: '${seconds}s'`
  if (iterations !== null)
    return `executor: 'shared-iterations', vus: ${users}, iterations: ${iterations}, maxDuration: '24h'${start}`
  if (requestsPerSecond === null) return `executor: 'constant-vus', vus: ${users}, ${duration}${start}`
  // A round has several requests, so it may take as many seconds as it has requests.
  const unit = Number.isInteger(requestsPerSecond) ? 1 : 1000
  const rate = `rate: ${Math.max(1, Math.round(requestsPerSecond * unit))}, timeUnit: '${Math.max(1, steps.length) * unit}s'`
  return `executor: 'constant-arrival-rate', ${rate}, ${duration}, preAllocatedVUs: ${users}${start}`
}

function thresholdLines(thresholds: readonly LoadThreshold[]): readonly string[] {
  const byMetric = new Map<string, string[]>()
  for (const { figure, limit } of thresholds) {
    const metric = figure.kind === 'errors' ? 'errors' : 'http_req_duration'
    const expression =
      figure.kind === 'errors'
        ? `rate<${limit / 100}`
        : figure.kind === 'percentile'
          ? `p(${figure.percent})<${limit}`
          : `${figure.kind === 'average' ? 'avg' : 'max'}<${limit}`
    byMetric.set(metric, [...(byMetric.get(metric) ?? []), expression])
  }
  return [...byMetric].map(
    ([metric, all]) => `    '${metric}{scenario:load}': [${all.map(scriptString).join(', ')}],`,
  )
}

function stepLines(step: LoadStep, tokens: readonly LoadToken[]): readonly string[] {
  const list = (name: string, all: readonly (string | null)[]) => {
    const there = all.filter(one => one !== null)
    return there.length === 0 ? [] : [`${name}: [${there.join(', ')}],`]
  }
  const later = step.captures.map(scriptSet).filter(one => one !== null)
  return [
    ...tokensOf(step, tokens).flatMap(({ name, request }) => callLines('token', name, request, [])),
    ...callLines('send', step.label, step, [
      ...(step.timeoutMs > 0 ? [`timeout: ${scriptString(`${step.timeoutMs}ms`)},`] : []),
      ...(step.followsRedirects ? [] : ['follow: false,']),
      ...list('sets', step.sets.map(scriptSet)),
      ...list('checks', step.checks.map(scriptCheck)),
      ...list('captures', step.captures.map(scriptCapture)),
    ]),
    ...later.map(one => `  Object.assign(values, Object.fromEntries([${one}]))`),
    '  think()',
  ]
}

function callLines(
  name: 'send' | 'token',
  label: string,
  { method, url, headers, basic, content }: LoadRequest,
  more: readonly string[],
): readonly string[] {
  const written = scriptContent(content)
  const fields = headers.map(field => `[${scriptTemplate(field.name)}, ${scriptTemplate(field.value)}]`)
  const members = [
    `method: ${scriptString(method)},`,
    `url: ${scriptTemplate(url)},`,
    ...(fields.length === 0 ? [] : ['headers: [', ...fields.map(field => `  ${field},`), '],']),
    ...(basic === null
      ? []
      : [`basic: [${scriptTemplate(basic.username)}, ${scriptTemplate(basic.password)}],`]),
    ...(written === null ? [] : [`content: ${written},`]),
    ...more,
  ]
  return [`  ${name}(${scriptString(label)}, {`, ...members.map(line => `    ${line}`), '  })']
}

/** A test of the operator of k6 on Kubernetes. The files are in a config map of the name. */
function testRun({ secrets }: LoadPlan): string {
  const environment = secrets.flatMap(({ variable }) => [
    `      - name: ${variable}`,
    '        valueFrom:',
    '          secretKeyRef:',
    '            name: load-test-secrets',
    `            key: ${variable}`,
  ])
  return `${[
    '# For the k6 operator: kubectl create configmap load-test --from-file=. and kubectl apply -f testrun.yml',
    'apiVersion: k6.io/v1alpha1',
    'kind: TestRun',
    'metadata:',
    '  name: load-test',
    'spec:',
    '  parallelism: 2',
    '  script:',
    '    configMap:',
    '      name: load-test',
    '      file: script.js',
    ...(environment.length === 0 ? [] : ['  runner:', '    env:', ...environment]),
  ].join('\n')}\n`
}
