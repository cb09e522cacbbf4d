import { readFileSync } from 'node:fs'

/** npm does not tell its programs that it ends, so they look. */
const lookEveryMs = 500

/** Shells that npm may leave between itself and its program. */
const shells = new Set(['sh', 'dash', 'bash', 'zsh', 'busybox', 'ash'])

/**
 * Ends a program with this one, and this one with the program: by a signal, with the terminal, or when the npm that started
 * this one is gone, whatever ended it.
 */
export function endTogether(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', code => process.exit(code ?? 1))
  // Without npm, a program may outlive the shell that started it.
  if (process.env.npm_lifecycle_event === undefined) return
  const starters = startersOfThis()
  const timer = setInterval(() => {
    if (startersOfThis() === starters) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, lookEveryMs)
  timer.unref()
}

/** Names the process that started this one and, if that is a shell, the one before it: a process that is gone is no parent. */
function startersOfThis() {
  const { ppid } = process
  const parent = statOf(ppid)
  return parent !== null && shells.has(parent.name) ? `${ppid} ${parent.parentId}` : String(ppid)
}

/** Null where the system does not say it in a file. */
function statOf(pid) {
  try {
    const [, name, parentId] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === undefined ? null : { name, parentId }
  } catch {
    return null
  }
}
