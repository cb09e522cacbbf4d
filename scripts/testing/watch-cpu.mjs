import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux reports processor time to programs in hundredths of a second, whatever unit it uses internally. */
const ticksPerSecond = 100

/**
 * Watches the processor time of this process and of all processes that it starts. Returns a function that
 * returns the seconds (user and system) since the call; null if the system has no `/proc`.
 *
 * Linux only adds up processes that their parents waited for. Those of a browser are killed together with
 * their parents, so the watch looks every `everyMs` milliseconds and counts what it saw of them.
 */
export function watchCpu(everyMs = 1000) {
  if (!existsSync('/proc/self/stat')) return () => null
  const processes = new Map()
  look(processes)
  // What this process waited for before would hide what it loses sight of later.
  const waitedBefore = find(process.pid, processes)?.waitedFor ?? 0
  const atStart = timeOf(process.pid, processes, waitedBefore)
  const timer = setInterval(() => look(processes), everyMs).unref()
  return () => {
    clearInterval(timer)
    look(processes)
    return (timeOf(process.pid, processes, waitedBefore) - atStart) / ticksPerSecond
  }
}

/** Notes the times of the processes that descend from this one, including those already known. */
function look(processes) {
  const present = new Map()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat !== null) present.set(stat.pid, stat)
  }
  const isOurs = pid => {
    for (let one = pid; present.has(one); one = present.get(one).parent) if (one === process.pid) return true
    return false
  }
  for (const known of processes.values())
    known.isAlive = present.get(known.pid)?.startedAt === known.startedAt
  for (const stat of present.values()) {
    const known = processes.get(keyOf(stat))
    // A process whose parent ended gets another parent; it counts for the first one.
    if (known !== undefined) Object.assign(known, stat, { parent: known.parent })
    else if (isOurs(stat.pid)) processes.set(keyOf(stat), { ...stat, isAlive: true })
  }
}

const keyOf = ({ pid, startedAt }) => `${pid} ${startedAt}`

/**
 * Returns ticks, with all descendants: the time of those that the process waited for, or the time seen of
 * them if that is more.
 */
function timeOf(pid, processes, waitedBefore = 0) {
  const own = find(pid, processes)
  if (own === undefined) return 0
  const children = [...processes.values()].filter(one => one.parent === pid)
  const sum = list => list.reduce((total, one) => total + timeOf(one.pid, processes), 0)
  const ended = sum(children.filter(one => !one.isAlive))
  return own.time + Math.max(own.waitedFor - waitedBefore, ended) + sum(children.filter(one => one.isAlive))
}

function find(pid, processes) {
  return [...processes.values()].find(one => one.pid === pid)
}

function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces. The numbers are those of proc(5), less the
    // first three.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [parent, user, system, childUser, childSystem, startedAt] = [1, 11, 12, 13, 14, 19].map(index =>
      Number(fields[index]),
    )
    return { pid, parent, time: user + system, waitedFor: childUser + childSystem, startedAt }
  } catch {
    // The process has ended.
    return null
  }
}
