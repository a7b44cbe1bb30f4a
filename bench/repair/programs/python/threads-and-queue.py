import queue
import string
import threading

ALPHABET = string.ascii_lowercase
lock = threading.Lock()
finished = 0


def rotate(text, shift):
    result = []
    for character in text:
        if character in ALPHABET:
            index = (ALPHABET.index(character) + shift) % len(ALPHABET)
            result.append(ALPHABET[index])
        else:
            result.append(character)
    return "".join(result)


def work(jobs, results):
    global finished
    while True:
        try:
            number, text = jobs.get_nowait()
        except queue.Empty:
            return
        with lock:
            results[number] = rotate(text, number)
            finished += 1


jobs = queue.Queue()
for number, text in enumerate(["hello", "world", "zebra!", "xyz"]):
    jobs.put((number, text))
results = {}
threads = [threading.Thread(target=work, args=(jobs, results)) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for number in sorted(results):
    print(number, results[number])
print("Finished: " + str(finished), any(thread.is_alive() for thread in threads))
print(rotate(rotate("secret", 5), -5), ALPHABET[:5].upper())
