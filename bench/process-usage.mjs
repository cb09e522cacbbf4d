import { readFileSync } from 'node:fs'

/** Returns the CPU time of a whole process, including ended threads, in milliseconds; Linux only. */
export function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Returns the resident memory of a process in megabytes; Linux only. */
export function residentMb(pid) {
  return statusMb(pid, 'VmRSS')
}

/** Returns the peak of a process's resident memory in megabytes; Linux only. */
export function peakMb(pid) {
  return statusMb(pid, 'VmHWM')
}

function statusMb(pid, field) {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}
