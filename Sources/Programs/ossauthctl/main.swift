internal import Control

Control.run()
