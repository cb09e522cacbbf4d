import { commentLines } from '../../code-text.ts'
import { pythonString } from '../../literals/string-literals.ts'
import type { LoadFile, LoadShape, LoadThreshold } from '../load-shape.ts'
import type { LoadContent, LoadPlan, LoadRequest, LoadStep, LoadToken } from '../plan/load-plan.ts'
import { tokensOf } from '../plan/used-names.ts'
import { thresholdWords } from '../thresholds.ts'
import { locustRuntime } from './locust-runtime.ts'
import { pythonCapture, pythonCheck, pythonSet, pythonTemplate } from './python-literal.ts'

/** Prints the files of a load test for Locust. Every text of a request becomes only a string in Python (attacks UI8). */
export function printLocust(plan: LoadPlan, shape: LoadShape): readonly LoadFile[] {
  return [
    { name: 'locustfile.py', text: locustfile(plan, shape) },
    { name: 'start.py', text: starter },
    { name: 'requirements.txt', text: 'locust>=2.12\n' },
  ]
}

function locustfile(plan: LoadPlan, shape: LoadShape): string {
  const lines = [
    ...commentLines([`A load test of ${plan.name}, made by Parley. README.md says how to run it.`], '#'),
    ...imports,
    '',
    'FOLDER = Path(__file__).resolve().parent',
    ...constants(plan, shape),
    locustRuntime,
    '',
    'class LoadTestUser(ParleyUser):',
    `    wait_time = ${waitTime(plan, shape)}`,
    '',
    '    @task',
    '    def round(self):',
    '        with Round(self):',
    ...plan.steps.flatMap(step => stepLines(step, plan.tokens)),
  ]
  return `${lines.join('\n')}\n`
}

const imports = [
  'import base64',
  'import csv',
  'import json',
  'import os',
  'import random',
  'import sys',
  'import threading',
  'import time',
  'import uuid',
  'from datetime import datetime, timezone',
  'from pathlib import Path',
  'from urllib.parse import quote, quote_plus, urljoin, urlsplit',
  '',
  'import gevent',
  'from locust import HttpUser, constant, constant_throughput, events, task',
  'from locust.exception import CatchResponseError, StopUser',
  'from locust.runners import WorkerRunner',
  'from requests.adapters import HTTPAdapter',
  'from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool',
]

function constants({ secrets, initialValues }: LoadPlan, shape: LoadShape): readonly string[] {
  const { think, iterations, requestsPerSecond, thresholds } = shape
  const pairs = (entries: readonly (readonly [string, string])[]) =>
    `{${entries.map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`).join(', ')}}`
  return [
    '# The names of secrets, and the environment variables that have their values.',
    `SECRETS = ${pairs(secrets.map(({ name, variable }) => [name, variable]))}`,
    `INITIAL = ${pairs(initialValues.map(({ name, text }) => [name, text]))}`,
    '# Seconds to wait after each request, from and to.',
    `THINK = (${think.from}, ${think.to})`,
    '# Rounds of all users together, in each process.',
    `ITERATIONS = ${iterations ?? 'None'}`,
    `RATE = ${requestsPerSecond ?? 'None'}`,
    `THRESHOLDS = [${thresholds.map(thresholdLiteral).join(', ')}]`,
    'ROWS = []',
    'FIRST_ROW = 0',
    '',
    'absent = [variable for variable in SECRETS.values() if variable not in os.environ]',
    'if absent:',
    '    sys.exit("Set these environment variables: " + ", ".join(absent))',
  ]
}

function thresholdLiteral(threshold: LoadThreshold): string {
  const { figure, limit } = threshold
  const percent = figure.kind === 'percentile' ? String(figure.percent) : 'None'
  return `(${pythonString(thresholdWords(threshold))}, ${pythonString(figure.kind)}, ${percent}, ${limit})`
}

/** Each user sends a round at a time, which has several requests. */
function waitTime({ steps }: LoadPlan, { users, requestsPerSecond }: LoadShape): string {
  if (requestsPerSecond === null) return 'constant(0)'
  return `constant_throughput(${requestsPerSecond} / ${Math.max(1, steps.length)} / ${users})`
}

function stepLines(step: LoadStep, tokens: readonly LoadToken[]): readonly string[] {
  const used = tokensOf(step, tokens)
  const sets = step.sets.map(pythonSet).filter(one => one !== '')
  const captures = step.captures.map(pythonCapture)
  // Values that scripts set to a text after a response are set before the next request, which is the same.
  const later = step.captures.map(pythonSet).filter(one => one !== '')
  return [
    ...used.map(({ name, request }) => callLines('token', name, request, []).join('\n')),
    ...callLines('send', step.label, step, [
      ...(step.timeoutMs > 0 ? [`timeout=${step.timeoutMs / 1000},`] : []),
      ...(step.followsRedirects ? [] : ['follow=False,']),
      ...listArgument('sets', sets),
      ...listArgument('checks', step.checks.map(pythonCheck)),
      ...listArgument(
        'captures',
        captures.filter(one => one !== ''),
      ),
    ]),
    ...later.map(one => `            self.values.update([${one}])`),
    '            self.think()',
  ]
}

function callLines(
  method: 'send' | 'token',
  label: string,
  { method: verb, url, headers, basic, content }: LoadRequest,
  more: readonly string[],
): readonly string[] {
  const arguments_ = [
    `${pythonString(label)},`,
    `${pythonString(verb)},`,
    `${pythonTemplate(url)},`,
    ...listArgument(
      'headers',
      headers.map(({ name, value }) => `(${pythonTemplate(name)}, ${pythonTemplate(value)})`),
    ),
    ...(basic === null
      ? []
      : [`basic=(${pythonTemplate(basic.username)}, ${pythonTemplate(basic.password)}),`]),
    ...(content.kind === 'none' ? [] : [`content=${contentLiteral(content)},`]),
    ...more,
  ]
  return [
    `            self.${method}(`,
    ...arguments_.map(line => `                ${line}`),
    '            )',
  ]
}

function listArgument(name: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  return [`${name}=[`, ...items.map(item => `    ${item},`), '],']
}

function contentLiteral(content: LoadContent): string {
  switch (content.kind) {
    case 'none':
      return '("none",)'
    case 'text':
      return `("text", ${pythonTemplate(content.text)})`
    case 'file':
      return `("file", ${pythonString(content.file)})`
    case 'multipart': {
      const parts = content.parts.map(
        ({ head, text, file }) =>
          `(${pythonTemplate(head)}, ${text === null ? 'None' : pythonTemplate(text)}, ${file === null ? 'None' : pythonString(file)})`,
      )
      return `("multipart", [${parts.join(', ')}])`
    }
  }
}

/** Debian's package of Locust has an empty version, with which its master refuses workers. */
const starter = `"""Starts Locust. A package of Locust without a version, such as Debian's, gets one: its master refuses workers without."""
import locust
import locust.runners

if not locust.__version__:
    locust.__version__ = locust.runners.__version__ = "2.12.1"

from locust.main import main

main()
`
