/**
 * The part of a Locust script that is the same for all tests: it fills in names, sends requests exactly as they are written and
 * checks responses. It works with Locust 2.12 and newer.
 */
export const locustRuntime = `
class Target(threading.local):
    """The request target of the request that is being sent, as it is written."""

    value = None


TARGET = Target()


class WrittenTarget:
    """Sends the target as it is written, where the library would encode it again."""

    def _make_request(self, conn, method, url, *args, **options):
        return super()._make_request(conn, method, TARGET.value or url, *args, **options)


class HttpPool(WrittenTarget, HTTPConnectionPool):
    pass


class HttpsPool(WrittenTarget, HTTPSConnectionPool):
    pass


class WrittenAdapter(HTTPAdapter):
    def init_poolmanager(self, *args, **options):
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": HttpPool, "https": HttpsPool}


def target_of(url):
    rest = url.split("#")[0].split("://", 1)[-1]
    slash, question = rest.find("/"), rest.find("?")
    if slash == -1 or -1 < question < slash:
        return "/" + (rest[question:] if question != -1 else "")
    return rest[slash:]


class AsWritten:
    """Replaces what requests made of a URL, headers and a body by what Parley sends."""

    def __init__(self, url, headers, body):
        self.url, self.headers, self.body = url, headers, body

    def __call__(self, prepared):
        cookie = prepared.headers.get("Cookie")
        prepared.url = self.url
        TARGET.value = target_of(self.url)
        prepared.body = self.body
        prepared.headers.clear()
        for name, value in self.headers:
            before = prepared.headers.get(name)
            separator = "; " if name.lower() == "cookie" else ", "
            prepared.headers[name] = value if before is None else before + separator + value
        if cookie is not None:
            own = prepared.headers.get("Cookie")
            prepared.headers["Cookie"] = cookie if own is None else own + "; " + cookie
        if self.body is not None:
            prepared.headers["Content-Length"] = str(len(self.body))
        for name, value in list(prepared.headers.items()):
            # Python's library would refuse other text than Latin-1.
            prepared.headers[name] = value.encode("utf-8", "replace")
        return prepared


def encode_url(value):
    keep = "!#$%&'()*+,/:;=?@[]~-._"
    return quote(value, safe=keep, errors="replace")


def encode_form(value):
    return quote_plus(value, safe="*-._", errors="replace").replace("~", "%7E")


ENCODERS = {
    "plain": lambda value: value,
    "url": encode_url,
    "form": encode_form,
    "json": lambda value: json.dumps(value, ensure_ascii=False)[1:-1],
    "strict": lambda value: quote(value, safe="-._~", errors="replace"),
}

DYNAMIC = {
    "$guid": lambda: str(uuid.uuid4()),
    "$randomUUID": lambda: str(uuid.uuid4()),
    "$timestamp": lambda: str(int(time.time())),
    "$isoTimestamp": lambda: datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    "$randomInt": lambda: str(random.randint(0, 1000)),
}

MISSING = object()


def text_of(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def part_of(response, source):
    kind = source[0]
    if kind == "status":
        return response.status_code
    if kind == "time":
        return response.elapsed.total_seconds() * 1000
    if kind == "header":
        return response.headers.get(source[1], MISSING)
    if kind == "text":
        return response.content.decode("utf-8", "replace")
    try:
        value = json.loads(response.content)
    except ValueError:
        return MISSING
    for step in source[1]:
        if isinstance(value, dict) and isinstance(step, str) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and -1 < step < len(value):
            value = value[step]
        else:
            return MISSING
    return value


def same(one, other):
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


OPERATORS = {
    "eq": same,
    "neq": lambda actual, value: not same(actual, value),
    "gt": lambda actual, value: is_number(actual) and is_number(value) and actual > value,
    "gte": lambda actual, value: is_number(actual) and is_number(value) and actual >= value,
    "lt": lambda actual, value: is_number(actual) and is_number(value) and actual < value,
    "lte": lambda actual, value: is_number(actual) and is_number(value) and actual <= value,
    "contains": lambda actual, value: isinstance(actual, (str, list)) and value in actual,
    "notContains": lambda actual, value: isinstance(actual, (str, list)) and value not in actual,
    "exists": lambda actual, value: actual is not MISSING,
    "missing": lambda actual, value: actual is MISSING,
}


def origin_of(url):
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


class Values(dict):
    """The values of names: data rows, then what scripts set, then secrets."""

    def __init__(self):
        super().__init__(INITIAL)
        self.row = {}

    def fill(self, pieces):
        return "".join(piece if isinstance(piece, str) else self.value(*piece) for piece in pieces)

    def value(self, name, encoding):
        if name in DYNAMIC:
            text = DYNAMIC[name]()
        elif name in self.row:
            text = self.row[name]
        elif name in self:
            text = self[name]
        elif name in SECRETS:
            text = os.environ[SECRETS[name]]
        else:
            text = "{{" + name + "}}"
        return ENCODERS[encoding](text)


class ParleyUser(HttpUser):
    abstract = True
    # Each request names its own address.
    host = "http://localhost"

    def on_start(self):
        self.client.trust_env = False
        self.client.headers.clear()
        for scheme in ("http://", "https://"):
            self.client.mount(scheme, WrittenAdapter())
        self.values = Values()
        self.tokens_until = {}

    def body_of(self, content):
        kind = content[0]
        if kind == "none":
            return None, []
        if kind == "text":
            return self.values.fill(content[1]).encode("utf-8", "replace"), []
        if kind == "file":
            return (FOLDER / content[1]).read_bytes(), []
        boundary = "parley-" + str(uuid.uuid4())
        body = b""
        for head, text, file in content[1]:
            filled = b"" if text is None else self.values.fill(text).encode("utf-8", "replace")
            data = filled if file is None else (FOLDER / file).read_bytes()
            body += ("--" + boundary + "\\r\\n" + self.values.fill(head) + "\\r\\n\\r\\n").encode("utf-8", "replace")
            body += data + b"\\r\\n"
        body += ("--" + boundary + "--\\r\\n").encode()
        return body, [("Content-Type", "multipart/form-data; boundary=" + boundary)]

    def send(self, label, method, url, headers=(), basic=None, content=("none",), timeout=None, follow=True,
             checks=(), sets=(), captures=()):
        for name, text in sets:
            self.values[name] = text
        address = self.values.fill(url)
        body, more = self.body_of(content)
        fields = [(self.values.fill(name), self.values.fill(value)) for name, value in headers] + more
        if basic is not None:
            user = ":".join(self.values.fill(part) for part in basic)
            fields.append(("Authorization", "Basic " + base64.b64encode(user.encode("utf-8")).decode()))
        if not any(name.lower() == "user-agent" for name, _ in fields):
            fields.append(("User-Agent", "Parley load test (Locust)"))
        response = self.exchange(label, method, address, fields, body, timeout, follow, checks)
        for name, source in captures:
            value = part_of(response, source)
            if value is not MISSING:
                self.values[name] = text_of(value)
        return response

    def exchange(self, label, method, address, fields, body, timeout, follow, checks):
        for redirects in range(11):
            options = {
                "name": label,
                "data": body,
                "allow_redirects": False,
                "catch_response": True,
                "auth": AsWritten(address, fields, body),
                "timeout": timeout,
            }
            with self.client.request(method, address, **options) as response:
                target = response.headers.get("Location")
                if not follow or response.status_code not in (301, 302, 303, 307, 308) or target is None:
                    self.judge(response, checks)
                    return response
                following = urljoin(address, target)
                if origin_of(following) != origin_of(address):
                    response.failure("A redirect to another server is not followed")
                    return response
                if redirects == 10:
                    response.failure("There were more than 10 redirects")
                    return response
                response.success()
            is_get = response.status_code == 303 and method != "HEAD"
            if is_get or (response.status_code in (301, 302) and method == "POST"):
                method, body = "GET", None
                fields = [field for field in fields if not field[0].lower().startswith("content-")]
            address = following

    def judge(self, response, checks):
        if response.status_code == 0:
            # Locust has its own words for a request without a response.
            return
        failed = []
        for name, source, operator, value in checks:
            try:
                holds = OPERATORS[operator](part_of(response, source), value)
            except TypeError:
                holds = False
            if not holds:
                failed.append(name)
        has_status_check = any(source[0] == "status" for _, source, _, _ in checks)
        if failed:
            response.failure("Failed: " + ", ".join(failed))
        elif has_status_check or response.status_code < 400:
            response.success()
        else:
            response.failure("Status " + str(response.status_code))

    def token(self, name, method, url, **request):
        if self.tokens_until.get(name, 0) > time.time():
            return
        response = self.send(name, method, url, follow=False, **request)
        token = part_of(response, ("json", ["access_token"]))
        if token is MISSING:
            return
        lifetime = part_of(response, ("json", ["expires_in"]))
        self.values[name] = text_of(token)
        self.tokens_until[name] = time.time() + (float(lifetime) if is_number(lifetime) else 3600.0) - 5.0

    def think(self):
        if THINK[1] > 0:
            time.sleep(random.uniform(*THINK))


class Rounds:
    """The rounds of all users of this process."""

    begun = 0
    running = 0


class Round:
    """One round of a user, with a data row of its own. After the last round of all users the test ends."""

    def __init__(self, user):
        self.user = user

    def __enter__(self):
        if ITERATIONS is not None and Rounds.begun >= ITERATIONS:
            raise StopUser()
        if ROWS:
            self.user.values.row = ROWS[(FIRST_ROW + Rounds.begun) % len(ROWS)]
        Rounds.begun += 1
        Rounds.running += 1

    def __exit__(self, *_):
        Rounds.running -= 1
        if ITERATIONS is not None and Rounds.begun >= ITERATIONS and Rounds.running == 0:
            # A user that ended the test itself would wait for its own end.
            gevent.spawn(self.user.environment.runner.quit)


@events.test_start.add_listener
def begin(environment, **_):
    global ROWS, FIRST_ROW
    with_data = FOLDER / "data.csv"
    if with_data.exists():
        with with_data.open(newline="", encoding="utf-8") as file:
            ROWS = list(csv.DictReader(file))
    # Workers begin with different rows.
    FIRST_ROW = max(0, getattr(environment.runner, "worker_index", 0))


def error_words(error):
    # Errors of connections contain the URL, which may contain a secret.
    return str(error) if isinstance(error, CatchResponseError) else type(error).__name__


def write_result(environment, path):
    """Writes the figures so far for Parley, which started this script."""
    total = environment.stats.total
    requests = [
        {
            "name": entry.name,
            "method": entry.method,
            "count": entry.num_requests,
            "failures": entry.num_failures,
            "totalMs": entry.total_response_time,
            "minMs": entry.min_response_time or 0,
            "maxMs": entry.max_response_time,
            "histogram": sorted([ms, count] for ms, count in entry.response_times.items()),
        }
        for entry in environment.stats.entries.values()
    ]
    errors = [
        {"name": one.name, "method": one.method, "error": error_words(one.error), "count": one.occurrences}
        for one in environment.stats.errors.values()
    ]
    seconds = max(0.001, (total.last_request_timestamp or 0) - (total.start_time or 0))
    result = {"seconds": seconds if total.num_requests > 0 else 0, "requests": requests, "errors": errors}
    # A reader sees all of it or nothing.
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(result), encoding="utf-8")
    unfinished.replace(path)


def write_live(environment, path):
    while True:
        gevent.sleep(1)
        write_result(environment, path)


@events.init.add_listener
def begin_live(environment, **_):
    if "PARLEY_LOAD_LIVE" in os.environ:
        gevent.spawn(write_live, environment, Path(os.environ["PARLEY_LOAD_LIVE"]))


@events.quitting.add_listener
def judge_test(environment, **_):
    if isinstance(environment.runner, WorkerRunner):
        # The master has the figures of all workers.
        return
    if "PARLEY_LOAD_RESULT" in os.environ:
        write_result(environment, Path(os.environ["PARLEY_LOAD_RESULT"]))
    total = environment.stats.total
    if total.num_requests == 0:
        print("Nothing was sent.", file=sys.stderr)
        environment.process_exit_code = 2
        return
    broken = []
    for words, kind, percent, limit in THRESHOLDS:
        if kind == "percentile":
            figure = total.get_response_time_percentile(percent / 100)
        elif kind == "average":
            figure = total.avg_response_time
        elif kind == "maximum":
            figure = total.max_response_time
        else:
            figure = total.fail_ratio * 100
        if not figure < limit:
            broken.append(words + " (it is " + str(round(figure, 2)) + ")")
    for words in broken:
        print("Threshold not met: " + words, file=sys.stderr)
    if RATE is not None:
        words = "Asked for {} requests a second, reached {:.1f}. Locust only paces its users: under overload the response times are too low."
        print(words.format(RATE, total.total_rps), file=sys.stderr)
    if THRESHOLDS:
        environment.process_exit_code = 1 if broken else 0
`
