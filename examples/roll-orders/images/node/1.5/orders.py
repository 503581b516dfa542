"""Release 1.5: a price has a currency. With ORDERS_WRITE=1.4 it still writes what release 1.4 can read."""
import os

OLD_FORM = os.environ.get("ORDERS_WRITE") == "1.4"


def new(name):
    return {"id": name, "price": "12.50" if OLD_FORM else {"amount": 1250, "currency": "EUR"}}


def price(order):
    price = order["price"]
    return price["amount"] / 100 if isinstance(price, dict) else float(price)
