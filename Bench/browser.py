"""A headless Chromium, driven through its debugging pipe: no package, no port, no network.

Pages are read from files. Every other request is refused and counted, so that a page that asks for anything is found out.
"""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


def program():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def wire():
            # The browser reads commands on descriptor 3 and answers on 4.
            low, high = os.dup2(to_browser, 10), os.dup2(from_browser, 11)
            os.dup2(low, 3)
            os.dup2(high, 4)

        self.process = subprocess.Popen(
            [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files", "--hide-scrollbars", f"--user-data-dir={self.profile}"],
            preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None
        self.requests, self.messages = [], []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(domain + ".enable")
        self.ask("Page.setBypassCSP", enabled=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def read(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise RuntimeError("the browser went away")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        elif message.get("method") == "Log.entryAdded":
            self.messages.append(message["params"]["entry"]["text"])
        return message

    def ask(self, method, **parameters):
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            call["sessionId"] = self.session
        data = json.dumps(call).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            if "method" in message:
                self.events.append(message["method"])

    def show(self, path, width=1280, height=900, dark=False, medium=""):
        """Opens a page; gives the seconds to its load event."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia", media=medium,
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.requests, self.messages, self.events = [], [], []
        start = time.perf_counter()
        self.ask("Page.navigate", url=path if "://" in path else "file://" + os.path.abspath(path))
        while "Page.loadEventFired" not in self.events:
            message = self.read()
            self.events.append(message.get("method"))
        return time.perf_counter() - start

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def picture(self, path, whole=False):
        parameters = {"format": "png"}
        if whole:
            # Pictures further down come when they are scrolled to; here all of them are wanted.
            self.value("Promise.all([...document.images].map(i => { i.loading = 'eager'; return i.decode().catch(() => 0); })).then(() => 0)")
            size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
            parameters.update(captureBeyondViewport=True, clip={
                "x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 16000), "scale": 1})
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("Page.captureScreenshot", **parameters)["data"]))

    def foreign(self):
        """What the page asked for that is neither a file nor in the page itself."""
        return [url for url in self.requests if not url.startswith(("file:", "data:", "about:", "blob:"))]
